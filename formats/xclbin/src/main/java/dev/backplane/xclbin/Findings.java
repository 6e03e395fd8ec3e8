package dev.backplane.xclbin;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Looks at all of a container that was read: its tables one by one, and against each other. */
final class Findings {
  private final Xclbin file;
  private final List<Finding> found = new ArrayList<>();

  private Findings(Xclbin file) {
    this.file = file;
  }

  static List<Finding> of(Xclbin file) {
    var findings = new Findings(file);
    findings.look();
    return List.copyOf(findings.found);
  }

  private void look() {
    attempt(file::memTopology);
    attempt(() -> file.groupTopology().ifPresent(t -> t.banks().forEach(MemoryBank::sizeBytes)));
    attempt(file::debugIpLayout);
    attempt(file::clocks);
    attempt(file::mcs);
    attempt(file::bmc);
    attempt(file::softKernels);
    attempt(file::aiePartitions);
    attempt(file::aieResources);
    attempt(file::checkConnections);
    attempt(file::checkUnits);
    if (file.uuid().equals(new UUID(0, 0))) {
      note(
          XclbinException.HEADER,
          XclbinHeader.IMAGE_UUID,
          "the uuid is all zero, so the image is loaded anew each time");
    }
    for (int i = 0; i < file.sections().size(); i++) {
      var section = file.sections().get(i);
      if (section.kind().isEmpty()) {
        note(section.label(), file.offset(i), "the kind is not a known one; its bytes are kept");
      }
      if (!file.gap(i).allZero()) {
        note(section.label(), file.offset(i), "the bytes in front of its data are not zero");
      }
    }
  }

  private void attempt(Runnable look) {
    try {
      look.run();
    } catch (XclbinException e) {
      var finding =
          new Finding(
              true,
              e.section().orElse(XclbinException.HEADER),
              e.offset().orElse(0),
              String.valueOf(e.getMessage()));
      // One table may be looked at from two sides.
      if (!found.contains(finding)) {
        found.add(finding);
      }
    }
  }

  private void note(String section, long offset, String text) {
    found.add(new Finding(false, section, offset, text));
  }
}
