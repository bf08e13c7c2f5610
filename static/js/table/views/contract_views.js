/** All that games with an auction show beside what every game does; fetched where there is one. */
export { auction, bidding, passButton, saidBid } from './auction.js';
export { callButtons, calling, talon } from './call.js';
export { contractPlate, roleBadge } from './contract.js';
