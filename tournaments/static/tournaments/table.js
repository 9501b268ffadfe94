/* The entry point of a table's page. */

import "./pad.js";
import "./director_call.js";
import "./confirm.js";
import "./central_tablet.js";
