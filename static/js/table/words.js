/** What further games are told in; see `further.js`. */
export { auctionText, bidPrompt, callPrompt, contractEnd, contractLine, contractSentence, partnerLine } from './speech_contract.js';
export { talkSentence } from './speech_talk.js';
export { SIGNS, setSigns } from './signs.js';
