/** Gather the texts of games with auctions, contracts, signs or talk; see `fetch_texts.js`. */
export { auctionText, bidPrompt, callPrompt, contractEnd, contractLine, contractSentence, partnerLine } from './contract.js';
export { declaredSentence } from './declared_signs.js';
export { talkSentence } from './partner_talk.js';
export { SIGNS, setSigns } from './signs.js';
