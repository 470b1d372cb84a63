import 'kohort/worker';
import { serveAssessments } from './assess/serve.js';

// A second worker of this script assesses releases, so that both share their code.
serveAssessments();
