/**
 * Writes dist/kohort.1, the manual page of the command, from the declarations of its commands, options and examples. Run after tsc
 * and before scripts/bundle-command.mjs, which removes the modules that it reads.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '..');
const load = (path) => import(pathToFileURL(join(root, 'dist/hosts/command', path)).href);
const { root: declared } = await load('program.js');
const { declaredCommands } = await load('shell/declared.js');
const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Text of the page: no character of it is taken for a request. */
const escape = (text) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');
const bold = (text) => `.B ${escape(text).replaceAll('"', '\\(dq')}`;
const item = (head, text) => ['.TP', bold(head), escape(text)];

const [program, ...commands] = declaredCommands(declared);
/** Options that every command has are said once. */
const runs = commands.filter(({ options }) => options.some(({ flag }) => flag === '--engine'));
const isCommon = ({ flag }) => runs.every(({ options }) => options.some((other) => other.flag === flag));
const common = runs[0].options.filter(isCommon);
const exits = [
  ['0', 'done'],
  ['1', 'no release satisfies the job, or the audit failed'],
  ['2', 'the command or the job is wrong'],
  ['3', 'the input cannot be read'],
  ['4', 'a limit of the machine'],
  ['130', 'interrupted, nothing was written'],
];
const exampleLines = (examples) =>
  examples.flatMap(([line, what]) => ['.PP', `${escape(what)}:`, '.PP', '.RS 4', '.nf', escape(line), '.fi', '.RE']);

const lines = [
  '.\\" Made by scripts/write-man-page.mjs.',
  `.TH KOHORT 1 "" "kohort ${version}" "User Commands"`,
  '.SH NAME',
  `kohort \\- ${escape(description)}`,
  '.SH SYNOPSIS',
  '.B kohort',
  '.I command',
  '[\\fIarguments\\fR] [\\fIoptions\\fR]',
  '.SH DESCRIPTION',
  escape(program.description),
  ...exampleLines(program.examples),
  '.SH COMMANDS',
  ...commands.flatMap(({ path, usage, description: what, options, examples }) => [
    '.SS',
    escape(`kohort ${path} ${usage}`.trim()),
    escape(`${what}.`),
    ...options.filter((option) => !isCommon(option)).flatMap(({ usage: own, description: text }) => item(own, text)),
    ...exampleLines(examples),
  ]),
  '.SH COMMON OPTIONS',
  ...program.options.filter((option) => !isCommon(option)).flatMap(({ usage, description: text }) => item(usage, text)),
  ...common.flatMap(({ usage, description: text }) => item(usage, text)),
  '.SH EXIT STATUS',
  ...exits.flatMap(([code, text]) => item(code, text)),
  '.SH ENVIRONMENT',
  ...item('KOHORT_DEBUG', '1 shows where an unexpected error happened'),
];
const text = `${lines.join('\n')}\n`;
writeFileSync(join(root, 'dist/kohort.1'), text);
console.log(`build: dist/kohort.1 ${text.length} bytes`);
