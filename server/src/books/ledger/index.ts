/** The books: double entry, what needs the eyes of staff, and whether everything agrees. */
export { readBooksProblems } from './books.ts';
export {
  giveExceptionOrder,
  closeExceptions,
  closeStuck,
  forgetExceptions,
  openException,
  resolveException,
} from './exceptions.ts';
export { post } from './post.ts';
