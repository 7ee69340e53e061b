import { describe, expect, it } from 'vitest';
import { cancellationLimits, cancellationReasonProblem } from './cancellation-request.ts';
import { maximumFileBytes, uploadProblem } from './uploads.ts';

describe('a file before it is sent', () => {
  it('has five megabytes at most [T19]', () => {
    expect(maximumFileBytes).toBe(5_242_880);
  });

  it.each([
    ['note.PDF', 1, null],
    ['scan.jpeg', maximumFileBytes, null],
    ['letter.doc', 10, null],
    ['letter.docx', 10, null],
    ['list.xls', 10, null],
    ['list.xlsx', 10, null],
    ['scan.jpg', maximumFileBytes + 1, 'FILE_TOO_LARGE'],
    ['scan.jpg', 0, 'FILE_EMPTY'],
    ['scan.png', 10, 'FILE_FORMAT'],
    ['scan', 10, 'FILE_FORMAT'],
    ['scan.pdf.exe', 10, 'FILE_FORMAT'],
  ])('called %s, of %i bytes: %s [T19 rule:attachment.jpeg_pdf_word_excel]', (name, size, problem) => {
    expect(uploadProblem({ name, size })).toBe(problem);
  });
});

describe('a request to cancel', () => {
  it('may be rejected three times and has three days for at most ten documents [R-72 R-74 R-77]', () => {
    expect(cancellationLimits).toMatchObject({ rejections: 3, documentDays: 3, documents: 10 });
  });
});

describe('the reason of a cancellation', () => {
  it.each([
    ['ill ', false],
    ['  ill now  ', true],
    ['我发烧了', false],
    ['我发烧住院', true],
    ['x'.repeat(500), true],
    ['x'.repeat(501), false],
  ])('%j is of 5 to 500 characters: %s [9.1#10 rule:exam.cancellation_reason]', (reason, isRight) => {
    expect(cancellationReasonProblem(reason) === null).toBe(isRight);
  });
});
