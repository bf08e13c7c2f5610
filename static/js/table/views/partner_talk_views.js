/** All that is shown of signs and talk; fetched where the rules let partners speak, or somebody did. */
export { bubble, gaze, signsButton, signsPopover } from './signs.js';
export { answers, talkButton, talkPopover } from './partner_talk.js';
