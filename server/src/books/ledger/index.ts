/** The books: double entry, what needs the eyes of staff, and whether everything agrees. */
export { readBooksProblems } from './books.ts';
export { closeExceptions, closeStuck, openException } from './exceptions.ts';
export { post } from './post.ts';
