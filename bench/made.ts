import { execFileSync } from 'node:child_process';

/** Date of figures, and version of the program. */
export interface Made {
  readonly date: string;
  readonly commit: string;
}

/** Today, and the commit that is checked out; says so where sources differ from it. */
export function makeNow(): Made {
  const git = (...asked: string[]): string => execFileSync('git', asked, { encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', 'src', 'assembly') === '' ? '' : ' and changes';
  return { date: new Date().toISOString().slice(0, 10), commit: `${git('rev-parse', '--short', 'HEAD')}${changed}` };
}
