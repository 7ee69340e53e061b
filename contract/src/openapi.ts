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
  '409': 'Idempotency key in use or used with another body',
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

function bodyOf(call: Call): Json | undefined {
  if (call.bodyKind === 'multipart') {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (call.bodyKind === 'raw')
    return { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  if (!call.body) return undefined;
  return { content: { 'application/json': { schema: schemaOf(call.body, 'input') } } };
}

function successOf(call: Call): Json {
  if (call.file)
    return {
      '200': { description: 'A file', content: { [call.file]: { schema: { type: 'string', format: 'binary' } } } },
    };
  if (call.reply === null) return { '204': { description: 'Done' } };
  return { '200': { description: 'Done', content: { 'application/json': { schema: schemaOf(call.reply, 'input') } } } };
}

function operationOf(name: EndpointName): Json {
  const call: Call = calls[name];
  const problems = Object.entries(problemStatuses).map(([status, description]) => [
    status,
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } },
  ]);
  const headers = [
    ...(call.who === 'gateway'
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
    'x-who': call.who,
    ...(call.isExtension ? { 'x-extension': true } : {}),
    ...(call.isLater ? { 'x-later': true } : {}),
  };
}

/** The whole contract as OpenAPI 3.1, made from the same tables that mount the routes. */
export function openApi(): Json {
  const paths: Record<string, Json> = {};
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { method, path } = addressOf(name);
    (paths[path] ??= {})[method.toLowerCase()] = operationOf(name);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Examport',
      version: '1',
      description: 'Money is integer fen, instants are ISO 8601 UTC, dates and times of exams are China time.',
    },
    paths,
    components: { schemas: { Problem: problemSchema } },
  };
}
