import { loadReader } from 'kohort/worker-modules';
import { serveAssessments } from './assess/serve.js';
import { serveFiles } from './serve-files.js';
import { serveWith } from './serve-with.js';

// A second worker of this script assesses releases, others read and write files: they share the code that they have in common.
serveAssessments();
serveFiles();
serveWith('kohort-writer', async () => (await import('./leave/formats/serve-writing.js')).serveWriting());
serveWith('kohort-opener', async () => (await import('./data/serve-columnar.js')).serveColumnar());
serveWith('kohort-reading', loadReader);
