/**
 * Adds up the JSON reports of vitest named on the command line. Prints each test that failed with the beginning of its
 * message, then `N passed, N failed` (`, N skipped` when some were), alone on the last line. A report that is missing or unreadable, and a file of tests that could not be loaded,
 * each count as one failure. Exit code 1 when anything failed.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Lines and characters of a message that are repeated at the end, where a log that was cut still has them. */
const MESSAGE = { lines: 12, characters: 1_500 };

const sum = { passed: 0, failed: 0, skipped: 0 };

for (const path of process.argv.slice(2)) {
  let report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    console.error(`no test report ${path}: ${error.message}`);
    sum.failed++;
    continue;
  }
  let failures = 0;
  for (const file of report.testResults) {
    const name = relative(process.cwd(), file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    for (const test of failed) printFailure(`${name} > ${test.fullName}`, test.failureMessages.join('\n'));
    failures += failed.length;
    if (file.status === 'failed' && failed.length === 0) {
      printFailure(name, file.message);
      failures++;
    }
  }
  if (report.success !== true && failures === 0) failures = 1;
  sum.failed += failures;
  sum.passed += report.numPassedTests;
  sum.skipped += report.numPendingTests + report.numTodoTests;
}

console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`);
process.exitCode = sum.failed > 0 ? 1 : 0;

function printFailure(name, message) {
  const beginning = message.split('\n', MESSAGE.lines).join('\n').slice(0, MESSAGE.characters);
  console.log(`failed: ${name}\n${beginning}\n`);
}
