import 'kohort/worker';
