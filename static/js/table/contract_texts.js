/** What further games are told in; see `lazy_text.js`. */
export { auctionText, bidPrompt, callPrompt, contractEnd, contractLine, contractSentence, partnerLine } from './speech_contract.js';
export { talkSentence } from './speech_partner_talk.js';
export { SIGNS, setSigns } from './signs.js';
