import { composition } from './attacks/composition.js';
import { downcoding } from './attacks/downcoding.js';
import { history } from './attacks/history.js';
import { homogeneity } from './attacks/homogeneity.js';
import { linkage } from './attacks/linkage.js';
import { membership } from './attacks/membership.js';
import { minimality } from './attacks/minimality.js';
import { uniqueness } from './attacks/uniqueness.js';
import type { CommandCard } from './declare.js';

export const attack: CommandCard = {
  usage: 'attack',
  help: 'attacks a finished release and counts what an attacker learns',
  options: {},
  examples: [
    ['kohort attack linkage release.csv --public voters.csv --job job.json', 'the risk that somebody is found'],
    ['kohort attack homogeneity release.csv --job job.json', 'sensitive values that classes reveal'],
  ],
  commands: [membership, linkage, homogeneity, uniqueness, history, downcoding, minimality, composition],
};
