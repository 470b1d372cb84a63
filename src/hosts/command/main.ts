#!/usr/bin/env node
import { prepareStreams } from './console.js';
import { runProgram } from './program.js';
import { hideSecrets } from '../../io/sql/address.js';

prepareStreams();
// The list of processes shows the arguments of a program, until it gives itself another name.
if (process.argv.some((arg) => hideSecrets(arg, [arg]) !== arg)) process.title = 'kohort';
process.exitCode = await runProgram(process.argv.slice(2));
