/** The page that introduces a game. Without JavaScript, only its buttons to play are missing. */

import { offerLessons } from "./lobby/lessons.js";
import { offerPlayNow } from "./lobby/play-now.js";
import { boot } from "./shared/api.js";

const games = boot().games ?? [];
offerPlayNow(games);
offerLessons(games);
