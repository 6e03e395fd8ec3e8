/**
 * The configuration of a site: where it is looked for ({@code ConfigurationSearch}), and what its
 * text means ({@code ConfigurationDecoder}, {@code Configuration}). All values are immutable.
 */
@Generate(
    value = Form.NAMES,
    from = {
      "dev.backplane.api",
      "dev.backplane.api.board",
      "dev.backplane.api.capi",
      "dev.backplane.api.opae",
      "dev.backplane.api.pi",
      "dev.backplane.api.xrt"
    })
package dev.backplane.runtime.configuration;

import dev.backplane.api.contract.Form;
import dev.backplane.api.contract.Generate;
