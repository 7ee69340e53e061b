/** The books: double entry, what needs the eyes of staff, and whether everything agrees. Depends on no other domain. */
export { type BooksProblem, readBooksProblems } from './books.ts';
export { closeExceptions, type ExceptionKind, openException } from './exceptions.ts';
export { type LedgerAccount, post } from './post.ts';
