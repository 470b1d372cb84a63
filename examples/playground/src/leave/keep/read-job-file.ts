/** Reads a job file, with comments or without; a module of its own, because the check of jobs knows every algorithm. */
import { parseJobText } from 'kohort/js';
import type { CheckedJob } from 'kohort/js';

/** The job of a file. Throws what is wrong with it, with line and column. */
export const readJobFile = async (file: File): Promise<CheckedJob> => parseJobText(await file.text(), file.name);
