/** The first deal: a table like any other, with the lesson in the place of the server. */
import './coach.js';
import '../table/main.js';
