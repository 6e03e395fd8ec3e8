/**
 * Tracing of calls. Whether calls are traced is decided when something is bound or opened, by
 * putting a tracing object in front or not; no call asks.
 */
@Generate(
    value = Form.TRACED,
    from = {
      "dev.backplane.api",
      "dev.backplane.api.board",
      "dev.backplane.api.capi",
      "dev.backplane.api.opae",
      "dev.backplane.api.pi",
      "dev.backplane.api.xrt"
    })
package dev.backplane.runtime.trace;

import dev.backplane.api.contract.Form;
import dev.backplane.api.contract.Generate;
