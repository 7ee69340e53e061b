export { exampleOf, type Variant } from './example.ts';
export { type Answers, type Given, refused, StubServer } from './server.ts';
export {
  answered,
  buttonsIn,
  detailOf,
  fill,
  named,
  openAddress,
  press,
  pressNamed,
  type Site,
  useStub,
  write,
} from './stage.tsx';
