export const upload = {
  tooMany: (limit: number) => `there can be ${limit} files at most.`,
  noConnection: 'the connection broke off.',
  stopped: 'stopped by you.',
  photoUnreadable: 'this browser cannot read the photo. Save it as JPEG first, or take a screenshot of it.',
  kinds: 'Photos, PDF, Word or Excel, at most 5 MB each. Large photos are made smaller for you.',
  waitForFiles: 'Wait until your files have been sent.',
  gone: 'A file was not sent within 24 hours and has been deleted. Add it again.',
  save: (name: string) => `Save ${name}`,
};

export type UploadMessages = typeof upload;
