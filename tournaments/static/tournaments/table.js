/* Everything that runs on a table's page. */

import "./pad.js";
import "./call.js";
import "./confirm.js";
