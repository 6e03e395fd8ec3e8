/**
 * Tests of everything that a driver must do.
 *
 * <p>A driver extends {@link dev.backplane.tck.DriverConformance} with one class that describes it
 * as a {@link dev.backplane.tck.DriverUnderTest}, and gets every test: one suite per concept,
 * against the driver's own adapter and once more through the plugin manager. A suite about
 * something that the driver declares absent is not there. What is neither there nor declared absent
 * is a failure, and so is what is both.
 */
@Generate(
    value = Form.KIT,
    from = {
      "dev.backplane.api",
      "dev.backplane.api.board",
      "dev.backplane.api.capi",
      "dev.backplane.api.opae",
      "dev.backplane.api.pi",
      "dev.backplane.api.xrt"
    })
package dev.backplane.tck;

import dev.backplane.api.contract.Form;
import dev.backplane.api.contract.Generate;
