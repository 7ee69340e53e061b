import * as z from 'zod/mini';
import { calls, type Call } from './calls/index.ts';
import { addressOf, endpoints, type EndpointName } from './endpoints.ts';

type Json = Record<string, unknown>;

const problemSchema: Json = {
  type: 'object',
  required: ['code', 'userMessage', 'requestId'],
  properties: {
    code: { type: 'string' },
    userMessage: { type: 'string', description: 'In the language of Accept-Language.' },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'Path in the body -> sentence.' },
    fieldCodes: { type: 'object', additionalProperties: { type: 'string' }, description: 'Path in the body -> code.' },
    details: { type: 'object' },
    requestId: { type: 'string' },
  },
};

/** What each refusal status means, for every call alike (S-1). */
const problemStatuses: Record<string, string> = {
  '400': 'Malformed request',
  '401': 'No session',
  '403': 'Forged request or missing role',
  '404': 'Absent, or not yours',
  '409': 'Idempotency key in use or used with another body; in the console, changed by somebody else',
  '412': 'Business refusal or field error',
  '413': 'Too large',
  '415': 'Unsupported media type',
  '429': 'Too many attempts; see Retry-After',
  '503': 'Overloaded; see Retry-After',
};

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const json = schemaOf(schema, 'input');
  const required = new Set((json['required'] as string[] | undefined) ?? []);
  return Object.entries((json['properties'] as Json | undefined) ?? {}).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: value,
  }));
}

/** What the API description says about a call of the portal or the console. */
type Described = Omit<Call, 'who'>;

function bodyOf(call: Described): Json | undefined {
  if (call.bodyKind === 'multipart') {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (call.bodyKind === 'raw')
    return { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  if (!call.body) return undefined;
  return { content: { 'application/json': { schema: schemaOf(call.body, 'input') } } };
}

function successOf(call: Described): Json {
  if (call.file)
    return {
      '200': { description: 'A file', content: { [call.file]: { schema: { type: 'string', format: 'binary' } } } },
    };
  if (call.reply === null) return { '204': { description: 'Done' } };
  return { '200': { description: 'Done', content: { 'application/json': { schema: schemaOf(call.reply, 'input') } } } };
}

/** One operation of an OpenAPI document: shapes, headers and refusals alike for every call. */
export function operationOf(name: string, call: Described, more: Json): Json {
  const problems = Object.entries(problemStatuses).map(([status, description]) => [
    status,
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } },
  ]);
  const headers = [
    ...(more['x-who'] === 'gateway'
      ? []
      : [{ name: 'Accept-Language', in: 'header', schema: { type: 'string', enum: ['en', 'zh'] } }]),
    ...(call.isIdempotent
      ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } }]
      : []),
  ];
  const requestBody = bodyOf(call);
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query'), ...headers],
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...successOf(call),
      ...Object.fromEntries(problems),
      ...(call.isLater ? { '501': { description: 'Not served yet' } } : {}),
    },
    ...more,
    ...(call.isExtension ? { 'x-extension': true } : {}),
    ...(call.isLater ? { 'x-later': true } : {}),
  };
}

/** A document of operations by path and method, with the shape of every problem. */
export function documentOf(
  title: string,
  operations: readonly { method: string; path: string; operation: Json }[],
): Json {
  const paths: Record<string, Json> = {};
  for (const { method, path, operation } of operations) (paths[path] ??= {})[method.toLowerCase()] = operation;
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description: 'Money is integer fen, instants are ISO 8601 UTC, dates and times of exams are China time.',
    },
    paths,
    components: { schemas: { Problem: problemSchema } },
  };
}

/** The portal's contract as OpenAPI 3.1, made from the same tables that mount the routes. */
export function openApi(): Json {
  const names = Object.keys(endpoints) as EndpointName[];
  const operations = names.map((name) => ({
    ...addressOf(name),
    operation: operationOf(name, calls[name], { 'x-who': calls[name].who }),
  }));
  return documentOf('Examport', operations);
}
