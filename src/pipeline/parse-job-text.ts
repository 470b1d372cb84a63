import { InvalidArgumentError } from '../base/errors.js';
import { isPathLike } from '../table/path-like.js';
import { Problems } from '../base/problems.js';
import type { JsonProblem } from '../job/json-text.js';
import { removeComments } from '../job/json-text.js';
import type { CheckedJob } from '../job/job.js';
import { checkJob } from './parse-job.js';

/**
 * Reads a job from JSON text, which may hold comments and a comma after the last element of a list or an object; a byte order
 * mark is skipped. `source` names the text in messages. Throws InvalidArgumentError `JOB_SYNTAX` with line and column, `DUPLICATE_KEY` for a key twice in one object (`ROLE_CONFLICT`
 * when it is an attribute), `SOURCE_IS_PATH` for the name of a file, and what `parseJob` throws. `errors` of it hold everything that is wrong.
 */
export function parseJobText(text: string, source = 'job'): CheckedJob {
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (isPathLike(plain) && !/^\s*(?:["{[]|\/\*)/.test(plain)) {
    const received = 'one line that reads like the path of a file or an URL';
    throw new InvalidArgumentError(source, 'the text of a job', received, 'SOURCE_IS_PATH');
  }
  const { json, problems: found } = removeComments(plain);
  const all = new Problems();
  for (const problem of found) all.add(errorOf(problem, source, isAtEnd(problem, plain)));
  if (found.some(({ kind }) => kind === 'syntax')) all.throwAll();
  const job = checkJob(JSON.parse(json), all);
  all.throwAll();
  return job;
}

/** True for a problem behind the last character of a text. */
function isAtEnd({ line, column }: JsonProblem, text: string): boolean {
  const lines = text.trimEnd().split('\n');
  return line > lines.length || (line === lines.length && column > lines[line - 1].length);
}

function errorOf(problem: JsonProblem, source: string, isEnd: boolean): InvalidArgumentError {
  const where = `${source}, line ${problem.line}, column ${problem.column}`;
  if (problem.kind === 'syntax')
    return new InvalidArgumentError(
      where,
      problem.expected,
      isEnd ? 'the end of the text' : 'something else',
      'JOB_SYNTAX',
    );
  const attribute = problem.depth === 2 && problem.parent === 'attributes';
  return new InvalidArgumentError(
    where,
    attribute ? 'every attribute once, with one role' : 'every key once in an object',
    'a key twice',
    attribute ? 'ROLE_CONFLICT' : 'DUPLICATE_KEY',
  );
}
