package dev.backplane.xrt.door;

import java.util.List;

/**
 * The file in which XRT's emulation reads what devices there are, {@code emconfig.json}. Normally a
 * vendor tool writes it; here it is made for the card that is to be served.
 *
 * @param name what the device is called; OpenCL programs see it
 * @param banks the sizes of the card's memory banks, in bytes
 * @param scheduling who starts the compute units
 * @param devices how many such devices there are, from 1 on; each gets a process of its own
 * @param copies whether XRT is told of the card's copy engine; it copies through the host otherwise
 */
public record Emconfig(
    String name, List<Long> banks, Scheduling scheduling, int devices, boolean copies) {
  private static final long KIB = 1024;

  /** Copies the list. */
  public Emconfig {
    banks = List.copyOf(banks);
  }

  /** One device, whose copy engine is not told of. */
  public Emconfig(String name, List<Long> banks, Scheduling scheduling) {
    this(name, banks, scheduling, 1, false);
  }

  /** {@return the content of the file} */
  public String text() {
    StringBuilder sizes = new StringBuilder();
    for (long bank : banks) {
      sizes.append(sizes.isEmpty() ? "" : ", ");
      sizes.append("{\"Size\": \"").append(size(bank)).append("\"}");
    }
    String scheduler =
        scheduling.hasQueue()
            ? """
            "ert": "enabled", "ertVersion": "%s", "ertCmdqBaseAddr": "%d",
            """
                .formatted(scheduling.version(), scheduling.queue())
                .strip()
            : "\"ert\": \"disabled\",";
    // The engine is at a distance from this base, which nothing else is looked for by. It is read
    // as hexadecimal.
    String engine =
        copies
            ? """
            "ertBaseAddr": "%x", "m2m": "enabled", "m2m_address": "%x"
            """
                .formatted(CopyUnit.BASE, CopyUnit.BASE)
                .strip()
            : "\"m2m\": \"disabled\"";
    return """
    {
      "Version": {"FileVersion": "2.0", "ToolVersion": "backplane"},
      "Platform": {"Boards": [{"NumBoards": "1", "Devices": [{
        "Name": "%s",
        "HalMajorVersion": "1", "HalMinorVersion": "0", "VendorId": "0", "DeviceVersion": "0",
        "DataAlignment": "4096", "OclFreqency": "300", "NumDevices": "%d",
        "DdrBanks": [%s],
        "FeatureRom": {"Major_Version": "10", "Minor_Version": "1", "Ddr_Channel_Count": "%d"},
        "PlatformData": {"plp": {%s
          "numCdma": "0", %s, "dma": "xdma"}}
      }]}]}
    }
    """
        .formatted(
            name.replaceAll("[\"\\\\\\p{Cntrl}]", "_"),
            devices,
            sizes,
            banks.size(),
            scheduler,
            engine);
  }

  /** The reader knows powers of two from 1K to 512T and nothing between. */
  private static String size(long bytes) {
    long unit = KIB;
    String units = "KMGT";
    int index = 0;
    while (index < units.length() - 1 && bytes >= unit * KIB) {
      unit *= KIB;
      index++;
    }
    long count = Math.clamp(Long.highestOneBit(Math.max(1, bytes / unit)), 1, 512);
    return count + units.substring(index, index + 1);
  }
}
