#!/usr/bin/env node
import { writeFilesWhole } from './console.js';
import { runProgram } from './program.js';

writeFilesWhole();
process.exitCode = await runProgram(process.argv.slice(2));
