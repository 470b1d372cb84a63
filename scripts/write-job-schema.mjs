/**
 * Writes dist/job.schema.json: the JSON Schema (draft-07, which editors know best) of a job file. It is made of the schemas that
 * check a job: keys, models, kinds of hierarchies, and the options of every algorithm. Run after tsc.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';

const root = resolve(import.meta.dirname, '..');
const load = (path) => import(pathToFileURL(join(root, 'dist', path)).href);

/** The schema as an object. Loads the modules of dist/. */
export async function makeJobSchema() {
  const { jobSchemaOf, privacySchemaOf } = await load('job/schema.js');
  const { privacyModels } = await load('privacy/list.js');
  const { describeEntries, optionText } = await load('job/option-info.js');
  const { algorithms } = await load('algorithms/list.js');
  const { hierarchyKinds } = await load('hierarchy/kinds.js');
  const definitions = {
    // A node of a tree; its root is an object.
    node: {
      anyOf: [
        { type: 'object', additionalProperties: { $ref: '#/definitions/node' } },
        { type: 'array', items: { type: 'string' } },
      ],
    },
  };
  const described = new Map([
    ...hierarchyKinds.map(({ schema, type, description }) => [schema, { title: type, description }]),
    ...privacyModels.map(({ schema, name, description, source }) => [
      schema,
      { title: name, description: `${description} (${source})` },
    ]),
  ]);

  /** Part of a JSON schema from the metadata of one of our own schemas. */
  const fromMetadata = ({ number, items, alternatives, isTree }) => {
    if (number !== undefined) return numberSchema(number);
    if (items !== undefined) return { type: 'object', additionalProperties: convert(items) };
    if (alternatives !== undefined) return { anyOf: alternatives.map(convert) };
    if (isTree) return { type: 'object', additionalProperties: { $ref: '#/definitions/node' } };
    return null;
  };
  const convert = (schema) => {
    const made = toJsonSchema(schema, {
      target: 'draft-07',
      // Functions that look at values come with metadata that says what they allow.
      errorMode: 'ignore',
      overrideAction: ({ valibotAction, jsonSchema }) => {
        if (valibotAction.type === 'readonly') return jsonSchema;
        if (valibotAction.type !== 'metadata') return undefined;
        const own = fromMetadata(valibotAction.metadata);
        const { description } = jsonSchema;
        if (own !== null) return { ...(description === undefined ? {} : { description }), ...own };
        // Entries that the metadata hold are no keywords.
        const keywords = Object.entries(jsonSchema).filter(([key]) => !Object.hasOwn(valibotAction.metadata, key));
        return Object.fromEntries(keywords);
      },
      overrideSchema: ({ valibotSchema, jsonSchema }) => {
        const more = described.get(valibotSchema);
        if (valibotSchema.type === 'variant') return chosenBy(valibotSchema.key, valibotSchema.options.map(convert));
        if (valibotSchema.type === 'lazy') return convert(valibotSchema.getter(undefined));
        if (valibotSchema.type === 'optional') {
          // Words say that a key may be left out with this value.
          const { default: preset, ...others } = jsonSchema;
          return typeof preset === 'object' ? others : jsonSchema;
        }
        return more === undefined ? undefined : { ...more, ...jsonSchema };
      },
    });
    delete made.$schema;
    return made;
  };

  const optionsOf = ({ name, guarantee, source, options }) => {
    const { properties, required = [] } = convert(options);
    for (const info of describeEntries(options.entries)) properties[info.name].description = optionText(info);
    return {
      title: name,
      description: `${guarantee} (${source})`,
      type: 'object',
      properties: { name: { const: name, description: guarantee }, ...properties },
      required: ['name', ...required],
      additionalProperties: false,
    };
  };
  const job = convert(jobSchemaOf(privacySchemaOf(privacyModels)));
  const { algorithm } = job.properties;
  const names = algorithms.map(({ name }) => name);
  job.properties.algorithm = {
    ...algorithm,
    anyOf: [
      { type: 'string', enum: names, description: algorithm.description },
      chosenBy('name', algorithms.map(optionsOf), 'Name of an algorithm.'),
    ],
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A job of kohort',
    description:
      'Which columns a table has and what they are, which privacy models must hold, and which algorithm runs.',
    ...job,
    definitions,
  };
}

/** An object of one of several kinds, chosen by `key`. All values of `key` stand together, so that editors offer each of them. */
function chosenBy(key, kinds, description = 'Which one: it decides what may stand beside it.') {
  const names = kinds.map(({ properties }) => properties[key].const);
  return {
    type: 'object',
    properties: { [key]: { type: 'string', enum: names, description } },
    required: [key],
    anyOf: kinds,
  };
}

function numberSchema({ min, max, above = false, integer = false }) {
  const made = { type: integer ? 'integer' : 'number' };
  if (min !== undefined && min !== -Infinity) made[above ? 'exclusiveMinimum' : 'minimum'] = min;
  if (max !== undefined && max < Number.MAX_SAFE_INTEGER) made.maximum = max;
  return made;
}

if (process.argv[1] === import.meta.filename) {
  const text = `${JSON.stringify(await makeJobSchema(), null, 1)}\n`;
  writeFileSync(join(root, 'dist/job.schema.json'), text);
  console.log(`build: dist/job.schema.json ${text.length} bytes`);
}
