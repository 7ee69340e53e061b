import { presentScreen, routeFinder, screen, type Screen } from '@exam/ui/app';
import { wire } from '@exam/contract/wire';
import type { PageTitle } from './app/title.ts';
import { StepThree } from './frame/step-three.tsx';
import { accessLogWords } from './messages/access-log.ts';
import { accountWords } from './messages/account.ts';
import { applicationWords } from './messages/application.ts';
import { authWords } from './messages/auth.ts';
import { bookingWords } from './messages/booking.ts';
import { candidateImportWords } from './messages/candidate-import.ts';
import { candidatesWords } from './messages/candidates.ts';
import { cartWords } from './messages/cart.ts';
import { cancellationWords } from './messages/cancellation.ts';
import { examsWords } from './messages/exams.ts';
import { helpWords } from './messages/help.ts';
import { helpChildrenWords } from './messages/help-children.ts';
import { helpContactWords } from './messages/help-contact.ts';
import { helpCookiesWords } from './messages/help-cookies.ts';
import { helpGroupWords } from './messages/help-group.ts';
import { helpPrivacyWords } from './messages/help-privacy.ts';
import { helpProtectionWords } from './messages/help-protection.ts';
import { helpQuestionsWords } from './messages/help-questions.ts';
import { licenceWords } from './messages/licence.ts';
import { homeWords } from './messages/home.ts';
import { fapiaoWords } from './messages/fapiao.ts';
import { orderWords } from './messages/order.ts';
import { ownDataWords } from './messages/own-data.ts';
import { copyWords } from './messages/privacy-copy.ts';
import { paymentWords } from './messages/payment.ts';
import { postTestWizardWords } from './messages/post-test-wizard.ts';
import { postTestsWords } from './messages/post-tests.ts';
import { registrationWords } from './messages/registration.ts';
import { preparedWords } from './messages/prepared.ts';
import { ruleWords } from './messages/rules.ts';
import { statementWords } from './messages/statements.ts';
import { uploadWords } from './messages/upload.ts';
import { guardianWords } from './messages/guardian.ts';
import { verifyWords } from './messages/verify.ts';

/** One page: its address, its name in the frame's words, what it shows, and whether it needs a signed-in person. */
export type Route = {
  path: string;
  title: PageTitle;
  screen: Screen;
  login?: true;
  /** The same for every visitor: written as HTML in both languages when the portal is built. */
  isPrerendered?: true;
};

const stepThree = presentScreen(StepThree);

const screens = {
  home: screen(() => import('./screens/home/home.tsx').then((m) => m.Home), homeWords),
  examAll: screen(() => import('./screens/home/exam-all.tsx').then((m) => m.ExamAll), homeWords),
  signIn: screen(() => import('./screens/auth/sign-in/sign-in.tsx').then((m) => m.SignIn), authWords, ruleWords),
  register: screen(() => import('./screens/auth/register/register.tsx').then((m) => m.Register), authWords, ruleWords),
  forgottenPassword: screen(
    () => import('./screens/auth/password/forgotten-password.tsx').then((m) => m.ForgottenPassword),
    authWords,
    ruleWords,
  ),
  emailRegister: screen(
    () => import('./screens/auth/register/register.tsx').then((m) => m.EmailRegister),
    authWords,
    ruleWords,
  ),
  registration: screen(() => import('./wizards/registration.tsx').then((m) => m.Registration), registrationWords),
  prepared: screen(() => import('./screens/prepared/prepared.tsx').then((m) => m.Prepared), preparedWords),
  pay: screen(() => import('./screens/payment/pay.tsx').then((m) => m.Pay), paymentWords, orderWords, applicationWords),
  paymentSuccess: screen(
    () => import('./screens/payment/payment-success.tsx').then((m) => m.PaymentSuccess),
    paymentWords,
    orderWords,
    applicationWords,
  ),
  exams: screen(() => import('./screens/exams/exam-list.tsx').then((m) => m.ExamList), examsWords, applicationWords),
  exam: screen(
    () => import('./screens/exams/exam-detail.tsx').then((m) => m.ExamDetail),
    examsWords,
    applicationWords,
    cancellationWords,
    ruleWords,
    uploadWords,
  ),
  bookings: screen(
    () => import('./screens/booking/booking-list.tsx').then((m) => m.BookingList),
    bookingWords,
    applicationWords,
  ),
  booking: screen(
    () => import('./screens/booking/booking-detail.tsx').then((m) => m.BookingDetail),
    bookingWords,
    applicationWords,
    ruleWords,
    uploadWords,
  ),
  cart: screen(() => import('./screens/cart/cart.tsx').then((m) => m.Cart), cartWords, applicationWords),
  cartApplication: screen(
    () => import('./screens/cart/cart-application.tsx').then((m) => m.CartApplication),
    cartWords,
    applicationWords,
  ),
  orders: screen(() => import('./screens/order/order-list.tsx').then((m) => m.OrderList), orderWords, applicationWords),
  orderConfirm: screen(
    () => import('./screens/order/order-confirm.tsx').then((m) => m.OrderConfirm),
    orderWords,
    cartWords,
    applicationWords,
  ),
  order: screen(
    () => import('./screens/order/order-detail.tsx').then((m) => m.OrderDetail),
    orderWords,
    applicationWords,
    cancellationWords,
    fapiaoWords,
    ruleWords,
  ),
  postTests: screen(
    () => import('./screens/post-test/post-test-list.tsx').then((m) => m.PostTestList),
    postTestsWords,
    postTestWizardWords,
    applicationWords,
  ),
  postTest: screen(
    () => import('./screens/post-test/post-test-detail.tsx').then((m) => m.PostTestDetail),
    postTestsWords,
    applicationWords,
    cancellationWords,
    ruleWords,
    statementWords,
  ),
  candidates: screen(
    () => import('./screens/candidates/candidate-list.tsx').then((m) => m.CandidateList),
    candidatesWords,
    candidateImportWords,
    ruleWords,
  ),
  accessLog: screen(
    () => import('./screens/account/access-log.tsx').then((m) => m.AccessLog),
    accessLogWords,
    applicationWords,
  ),
  account: screen(
    () => import('./screens/account/account.tsx').then((m) => m.Account),
    accountWords,
    authWords,
    ruleWords,
  ),
  ownData: screen(
    () => import('./screens/own-data/own-data.tsx').then((m) => m.OwnData),
    ownDataWords,
    accountWords,
    authWords,
    ruleWords,
  ),
  dataCopy: screen(
    () => import('./screens/own-data/copy.tsx').then((m) => m.DataCopy),
    ownDataWords,
    copyWords,
    accountWords,
    authWords,
    ruleWords,
  ),
  consentReceipt: screen(
    () => import('./screens/own-data/consent-receipt.tsx').then((m) => m.ConsentReceiptPage),
    ownDataWords,
  ),
  questions: screen(
    () => import('./screens/help/questions/questions.tsx').then((m) => m.Questions),
    helpWords,
    helpQuestionsWords,
  ),
  group: screen(() => import('./screens/help/group/group.tsx').then((m) => m.Group), helpWords, helpGroupWords),
  contact: screen(
    () => import('./screens/help/contact/contact.tsx').then((m) => m.Contact),
    helpWords,
    helpContactWords,
  ),
  protection: screen(
    () => import('./screens/help/protection.tsx').then((m) => m.Protection),
    helpWords,
    helpProtectionWords,
  ),
  privacy: screen(() => import('./screens/help/privacy.tsx').then((m) => m.Privacy), helpWords, helpPrivacyWords),
  cookies: screen(() => import('./screens/help/cookies.tsx').then((m) => m.Cookies), helpWords, helpCookiesWords),
  children: screen(() => import('./screens/help/children.tsx').then((m) => m.Children), helpWords, helpChildrenWords),
  licence: screen(() => import('./screens/help/licence.tsx').then((m) => m.Licence), helpWords, licenceWords),
  guardian: screen(
    () => import('./screens/guardian/objection.tsx').then((m) => m.Objection),
    guardianWords,
    applicationWords,
  ),
  verifyReceipt: screen(() => import('./screens/verify/verify-receipt.tsx').then((m) => m.VerifyReceipt), verifyWords),
  verify: screen(
    () => import('./screens/verify/verify-letter.tsx').then((m) => m.VerifyLetter),
    verifyWords,
    applicationWords,
  ),
};

/** The menu beside every page of the candidate centre. */
export const candidateMenu = screen(() => import('./frame/candidate-menu.tsx').then((m) => m.CandidateMenu));

/** Whether it is a page of the candidate centre. */
export const isOfCentre = ({ path }: { path: string }) => path.startsWith('/candidate/');

/** A page of the centre is fetched together with its menu. */
const withMenu = ({ peek, load }: Screen): Screen => ({
  peek: () => candidateMenu.peek() && peek(),
  load: async (language) => (await Promise.all([load(language), candidateMenu.load(language)]))[0],
});

const all: readonly Route[] = [
  { path: '/', title: 'home', screen: screens.home, isPrerendered: true },
  { path: wire.paths.businessLicence, title: 'licence', screen: screens.licence, isPrerendered: true },
  { path: '/auth/signin', title: 'signIn', screen: screens.signIn },
  { path: '/auth/register', title: 'register', screen: screens.register },
  { path: '/auth/forget-password', title: 'forgotPassword', screen: screens.forgottenPassword },
  { path: '/auth/emailregister', title: 'emailRegister', screen: screens.emailRegister },
  { path: '/help/question', title: 'helpQuestions', screen: screens.questions, isPrerendered: true },
  { path: '/help/group-application', title: 'helpGroup', screen: screens.group, isPrerendered: true },
  { path: '/help/contact-us', title: 'helpContact', screen: screens.contact, isPrerendered: true },
  { path: '/help/protection', title: 'helpProtection', screen: screens.protection, isPrerendered: true },
  { path: '/help/privacy', title: 'helpPrivacy', screen: screens.privacy, isPrerendered: true },
  { path: '/help/privacyCookie', title: 'helpCookies', screen: screens.cookies, isPrerendered: true },
  { path: '/help/childProtection', title: 'helpChildren', screen: screens.children, isPrerendered: true },
  { path: '/exam-all', title: 'examAll', screen: screens.examAll, isPrerendered: true },
  { path: '/exam-registration', title: 'registration', screen: screens.registration },
  { path: '/:product/step-3/confirm', title: 'registration', screen: stepThree },
  { path: '/payment/pay', title: 'pay', screen: screens.pay, login: true },
  { path: '/payment-success', title: 'paymentSuccess', screen: screens.paymentSuccess },
  { path: '/post-test-payment-success', title: 'postTestPaymentSuccess', screen: screens.paymentSuccess },
  { path: '/candidate/application', title: 'exams', screen: screens.exams, login: true },
  { path: '/candidate/application/:id', title: 'exam', screen: screens.exam, login: true },
  { path: '/candidate/booking', title: 'bookings', screen: screens.bookings, login: true },
  { path: '/candidate/booking/:id', title: 'booking', screen: screens.booking, login: true },
  { path: '/candidate/shopping-cart', title: 'cart', screen: screens.cart, login: true },
  {
    path: '/candidate/shopping-cart/application/:id',
    title: 'cartApplication',
    screen: screens.cartApplication,
    login: true,
  },
  { path: '/candidate/order', title: 'orders', screen: screens.orders, login: true },
  { path: '/candidate/order/confirm', title: 'orderConfirm', screen: screens.orderConfirm, login: true },
  { path: '/candidate/order/:id', title: 'order', screen: screens.order, login: true },
  { path: '/candidate/order/posttest/:id', title: 'postTestOrder', screen: screens.order, login: true },
  { path: '/candidate/account', title: 'account', screen: screens.account, login: true },
  { path: '/candidate/my-candidates', title: 'candidates', screen: screens.candidates, login: true },
  { path: '/candidate/posttestservice', title: 'postTests', screen: screens.postTests, login: true },
  { path: '/candidate/posttestservice/:id', title: 'postTest', screen: screens.postTest, login: true },
  { path: '/candidate/account/access', title: 'accessLog', screen: screens.accessLog, login: true },
  { path: '/candidate/account/privacy', title: 'ownData', screen: screens.ownData, login: true },
  { path: '/candidate/account/privacy/copy', title: 'dataCopy', screen: screens.dataCopy, login: true },
  {
    path: '/candidate/account/privacy/consents/:id',
    title: 'consentReceipt',
    screen: screens.consentReceipt,
    login: true,
  },
  { path: '/prepared', title: 'prepared', screen: screens.prepared, login: true },
  { path: '/guardian/:token', title: 'guardian', screen: screens.guardian },
  { path: '/verify/consent/:code', title: 'verifyReceipt', screen: screens.verifyReceipt },
  { path: '/verify/:code', title: 'verifyLetter', screen: screens.verify },
];

/** Every page in the specification's order (routes.tsv), then our own. */
export const routes = all.map((route) => (isOfCentre(route) ? { ...route, screen: withMenu(route.screen) } : route));

/** Addresses that lead to another (routes.tsv; R-01 for the right spelling of the licence page). */
export const redirects: Readonly<Record<string, string>> = {
  '/auth': '/auth/signin',
  '/help': '/help/question',
  '/payment': '/payment/pay',
  '/business-licence': wire.paths.businessLicence,
};

/** The route of an address (path only), or null for a page that does not exist. */
export const routeOf = routeFinder(routes);
