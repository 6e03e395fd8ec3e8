/**
 * The objects that applications hold: checked forms around a driver's own objects. Each checks that
 * its object is still there, counts what is in use, turns whatever the driver throws into a coded
 * error that names operation, device and plugin, and forwards.
 *
 * <p>The {@code Checked} classes are generated from the interfaces of the API. A {@code Managed}
 * class extends one by hand: it counts uses, or ends what an operation ends.
 *
 * <p>{@code OpenDevice} is what was opened and owns everything made from it; {@code ManagedDevice}
 * is the handle of its holder. The collector frees nothing, but reports handles that were lost.
 */
@Generate(
    value = Form.CHECKED,
    from = {
      "dev.backplane.api",
      "dev.backplane.api.board",
      "dev.backplane.api.capi",
      "dev.backplane.api.opae",
      "dev.backplane.api.pi",
      "dev.backplane.api.xrt"
    })
package dev.backplane.runtime.device;

import dev.backplane.api.contract.Form;
import dev.backplane.api.contract.Generate;
