import { answerCalls, loadReader } from 'kohort/worker-modules';
import { serveWith } from './serve-with.js';
import { functions } from './worker-functions.js';

// All workers of the page run this script: one assesses releases, others read and write files. They share the code that they have in common.
answerCalls(functions);
serveWith('kohort-reading', loadReader);
