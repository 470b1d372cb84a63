import type { Command } from 'commander';

/** Command -> examples, each a command line and what it does. They stand at the end of its help and in the manual. */
export const examples: Readonly<Record<string, readonly (readonly [line: string, what: string])[]>> = {
  '': [
    ['kohort inspect people.csv', 'columns, and which of them single out rows'],
    [
      'kohort anonymize people.csv --k 5 --quasi age,zip --sensitive disease --out release.csv',
      'a release without a job file',
    ],
    ['kohort anonymize people.csv --job job.json --out release.csv', 'a release by a job file'],
  ],
  init: [
    ['kohort init people.csv --yes --out proposed.json', 'proposed job, to read and change'],
    ['kohort init people.csv --yes --k 10 --sensitive disease', 'same for k = 10, on stdout'],
  ],
  anonymize: [
    ['kohort anonymize people.csv --job job.json --out release.csv', 'a release by a job file'],
    [
      'kohort anonymize people.csv --k 5 --quasi age,zip --sensitive disease --l 2 --out release.csv',
      'release without a job file; prints the job that it makes',
    ],
    ['kohort anonymize people.csv --job job.json --json --out release.csv', 'the result as JSON on stdout'],
    [
      'kohort anonymize people.csv --job job.json --out release.csv --report report.html --certificate certificate.json',
      'with a report and a certificate of the release',
    ],
  ],
  audit: [
    ['kohort audit release.csv --job job.json', 'checks the models of the job; exit code 1 if one does not hold'],
    ['kohort audit release.csv --job job.json --original people.csv', 'and what was lost'],
  ],
  verify: [['kohort verify certificate.json release.csv', 'whether the release is the one certified']],
  compare: [
    ['kohort compare people.csv --job job.json --algorithms mondrian,hilbert', 'what two algorithms cost and keep'],
    [
      'kohort compare people.csv --job job.json --algorithms mondrian,mondrian:partitioning=relaxed --k 2,5',
      'with options, and for several k',
    ],
  ],
  explain: [
    ['kohort explain people.csv --job job.json', 'what will happen to every column, and why'],
    ['kohort explain people.csv --job job.json --json', 'the plan as JSON'],
  ],
  apply: [
    ['kohort anonymize people.csv --job job.json --out release.csv --recoding recoding.json', 'keeps the recoding'],
    ['kohort apply recoding.json new-people.csv --out new-release.csv', 'new rows, released as those before'],
  ],
  inspect: [
    ['kohort inspect people.csv', 'columns, types, what makes rows unique, suggested roles'],
    ['kohort inspect people.csv --job job.json', 'and what should be known of the job'],
  ],
  attack: [
    ['kohort attack linkage release.csv --public voters.csv --job job.json', 'the risk that somebody is found'],
    ['kohort attack homogeneity release.csv --job job.json', 'sensitive values that classes reveal'],
  ],
  'attack membership': [
    [
      'kohort attack membership release.csv --public voters.csv --job job.json',
      'how likely every row, or person, of the public table is in the release',
    ],
  ],
  'attack linkage': [
    ['kohort attack linkage release.csv --public voters.csv --job job.json', 'the risks of three attackers'],
  ],
  'attack history': [
    [
      'kohort attack history visits-release.csv --job visits-job.json --original visits.csv',
      'sensitive values that several rows of a person reveal together',
    ],
  ],
  'attack homogeneity': [
    ['kohort attack homogeneity release.csv --job job.json', 'classes that reveal a sensitive value'],
  ],
  'attack uniqueness': [
    ['kohort attack uniqueness release.csv --job job.json', 'rows that sets of released columns single out'],
    [
      'kohort attack uniqueness visits-release.csv --job visits-job.json --original visits.csv',
      'people, if the job names their key',
    ],
  ],
  'attack downcoding': [
    ['kohort attack downcoding tree-release.csv --job tree-job.json', 'values that must be less general than released'],
  ],
  'attack minimality': [
    [
      'kohort attack minimality diverse-release.csv --public voters.csv --job diverse-job.json',
      'sensitive values that are likelier than they seem',
    ],
  ],
  'attack composition': [
    [
      'kohort attack composition release.csv --with second.csv --public voters.csv --job job.json',
      'sensitive values that two releases of the same people reveal together',
    ],
  ],
  algorithms: [
    ['kohort algorithms', 'the names, a line each'],
    ['kohort algorithms mondrian', 'its options, defaults and source'],
    ['kohort algorithms t-closeness', 'a privacy model'],
  ],
  doctor: [['kohort doctor', 'engine, threads, memory, optional packages']],
  completion: [
    ['kohort completion bash', 'script; its first line says where to put it'],
    ['kohort completion zsh', 'for zsh'],
    ['kohort completion fish', 'for fish'],
  ],
};

/** Puts the examples of every command at the end of its help. */
export function addExamples(command: Command, path = ''): void {
  const own = examples[path] ?? [];
  if (own.length > 0) {
    const lines = own.map(([line, what]) => `  ${line}\n      ${what}`);
    command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  }
  for (const inner of command.commands) addExamples(inner, `${path} ${inner.name()}`.trim());
}
