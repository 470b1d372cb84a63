import { cutsTask } from '../boxes/cuts-task.js';
import { labelCutsTask } from '../boxes/label-cuts-task.js';
import { coverTask } from '../cells/cover-task.js';
import { memberTask } from '../clusters/member-task.js';
import { okaTask } from '../clusters/oka-task.js';
import { pointsTask } from '../clusters/points-task.js';
import { startTask } from '../cuts/start-task.js';
import { subsetTask } from '../lattice/subset-task.js';
import type { AnyTask } from './task.js';

/** Tasks that a thread can help with. */
export const TASKS: readonly AnyTask[] = [
  ...[coverTask, cutsTask, labelCutsTask, memberTask],
  ...[okaTask, pointsTask, startTask, subsetTask],
];
