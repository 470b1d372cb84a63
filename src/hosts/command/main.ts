#!/usr/bin/env node

/** System codes for too many open files. */
const NO_DESCRIPTORS = ['EMFILE', 'ENFILE'];

// Modules are loaded on use, and none before: where a process may open few files only, this one is open, and can report that.
try {
  const { runCommand } = await import('./run-command.js');
  process.exitCode = await runCommand(process.argv.slice(2));
} catch (error) {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (!NO_DESCRIPTORS.includes(code)) throw error;
  process.stderr.write(
    `kohort: a file of its own cannot be opened (${code}): the process may open too few files; raise that, such as by ulimit -n 256 [TOO_FEW_DESCRIPTORS]\n`,
  );
  process.exitCode = 4;
}

export {};
