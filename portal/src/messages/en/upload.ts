export const upload = {
  tooMany: (limit: number) => `there can be ${limit} files at most.`,
  noConnection: 'the connection broke off.',
  stopped: 'stopped by you.',
  photoUnreadable: 'this browser cannot read the photo. Please save it as JPEG first, or take a screenshot of it.',
  kinds: 'Photos, PDF, Word or Excel, at most 5 MB each. Large photos are made smaller for you.',
  waitForFiles: 'Please wait until your files have been sent.',
  gone: 'A file was not sent within 24 hours and has been deleted. Please add it again.',
  save: (name: string) => `Save ${name}`,
};

export type UploadMessages = typeof upload;
