/**
 * Adds up the JSON reports of vitest named on the command line and prints `N passed, N failed` (`, N skipped` when some
 * were), alone on the last line. A report that is missing or unreadable, and a file of tests that could not be loaded,
 * each count as one failure. Exit code 1 when anything failed.
 */
import { readFileSync } from 'node:fs';

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
    const failedHere = file.assertionResults.filter(({ status }) => status === 'failed').length;
    failures += failedHere;
    if (file.status === 'failed' && failedHere === 0) failures++;
  }
  if (report.success !== true && failures === 0) failures = 1;
  sum.failed += failures;
  sum.passed += report.numPassedTests;
  sum.skipped += report.numPendingTests + report.numTodoTests;
}

console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`);
process.exitCode = sum.failed > 0 ? 1 : 0;
