/** What further games are told in; see `fetch_texts.js`. */
export { auctionText, bidPrompt, callPrompt, contractEnd, contractLine, contractSentence, partnerLine } from './contract.js';
export { talkSentence } from './partner_talk.js';
export { SIGNS, setSigns } from './signs.js';
