/**
 * The content policy forbids code made from text. Zod looks at this object when its first schema is read and
 * then never tries; it must come before any import that declares one.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
