export const prepared = {
  title: 'Filled in for you',
  intro:
    'Our office has filled this in for your mobile number. Check every detail, tick the statements yourself, and pay. Nothing is registered before that, and no place is held.',
  subjects: 'Paper',
  date: 'Exam date',
  city: 'City',
  by: 'Filled in by',
  until: 'Kept until (China time)',
  replaces: 'You have begun another registration. This one takes its place.',
  take: 'Check and go on',
  refuse: 'Not mine: delete it',
  refuseTitle: 'Delete what was filled in?',
  refuseText: 'It is deleted at once. You can still register by yourself.',
  keep: 'Keep it',
  refused: 'It is deleted.',
  none: 'Nothing is waiting for you',
  noneText:
    'Nothing has been filled in for your mobile number in the last 24 hours, or you have taken it over already. You can register by yourself at any time.',
  exams: 'See all exams',
};

export type PreparedMessages = typeof prepared;
