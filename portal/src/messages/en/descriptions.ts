/** What a search engine or a chat shows below the title of a public page. They are written into the pages and are part of no script. */
export const descriptions = {
  home: 'Register yourself or your child for public exams in mainland China. See every date and fee before you sign in.',
  licence: 'The company behind Examport, with its licence and its unified social credit code.',
  helpQuestions: 'Registering, paying, changing, cancelling and refunds: answers to common questions.',
  helpGroup: 'How schools and groups register, which discounts there are, and how invitation codes work.',
  helpContact: 'How to reach the exam offices: telephone, e-mail, address and hours.',
  helpProtection: 'How children are looked after on the day of an exam, and who may collect them.',
  helpPrivacy: 'What we keep of you and your child, why, for how long, and what you can ask for.',
  helpCookies: 'The few cookies that Examport needs, and what each is for.',
  helpChildren: 'What we keep of children under 14, what a guardian agrees to, and how to object.',
  examAll: 'All exams with their dates, cities, fees and closing times. No sign-in needed.',
};

export type DescriptionMessages = typeof descriptions;
