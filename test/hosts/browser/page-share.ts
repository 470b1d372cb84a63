/** KOHORT_PAGE_SHARE=N: the first test of each `describe`, and one in N of the others, another one each day; all of them without it. */
import { beforeEach } from 'vitest';
import { day } from '../../day.js';

const share = Number(process.env.KOHORT_PAGE_SHARE ?? '1');
if (!Number.isInteger(share) || share < 1) throw new Error('KOHORT_PAGE_SHARE is a whole number from 1');

beforeEach(({ task, skip }) => {
  const place = task.suite?.tasks.indexOf(task) ?? 0;
  if (place > 0 && (place + day) % share !== 0) skip(`not in the share of day ${day}`);
});
