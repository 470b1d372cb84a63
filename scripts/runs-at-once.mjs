import { readFileSync } from 'node:fs';

/**
 * Puts what a run loads on use beside what loads it. The command would be some 180 files, one for every search and step and one for whatever two of
 * them share, which Node opens more slowly than it reads a few; the worker is one file, in which each module that is loaded on use would cost a wrapper.
 */
export const runsAtOnce = {
  name: 'runs-at-once',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/dist\/(algorithms|k-optimize|pipeline)\/.*\.js$/ }, ({ path }) => {
      const found = [];
      const text = readFileSync(path, 'utf8').replace(/\bimport\(('[^']+')\)/g, (_, name) => {
        found.push(`import * as loaded${found.length} from ${name};`);
        return `Promise.resolve(loaded${found.length - 1})`;
      });
      return { contents: `${found.join('')}${text}` };
    }),
};
