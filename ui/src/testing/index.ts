export { exampleOf, type Variant } from './example.ts';
export { type Answers, type Given, refused, StubServer } from './server.ts';
export { answered, buttonsIn, fill, openAddress, press, type Site, useStub } from './stage.tsx';
