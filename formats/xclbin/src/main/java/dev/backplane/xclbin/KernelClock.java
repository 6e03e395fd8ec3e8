package dev.backplane.xclbin;

/**
 * A clock of the kernels as the metadata describes it.
 *
 * @param port its name, such as {@code KERNEL_CLK}
 * @param frequency its frequency as text, such as {@code 300.0MHz}
 */
public record KernelClock(String port, String frequency) {
  /**
   * Gives the frequency as a number.
   *
   * @return the frequency in MHz
   * @throws XclbinException if it is not a decimal number, with or without {@code MHz}
   */
  public double megahertz() {
    String number =
        frequency.endsWith("MHz") ? frequency.substring(0, frequency.length() - 3) : frequency;
    // Double.parseDouble would also take hexadecimal, NaN and type suffixes.
    if (!number.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
      throw new XclbinException(
          XclbinError.BAD_XML,
          "clock %s says frequency '%s'; write it as 300.0MHz".formatted(port, frequency));
    }
    return Double.parseDouble(number);
  }

  static KernelClock read(XmlElement e) {
    return new KernelClock(e.text("port"), e.text("frequency"));
  }

  void write(XmlWriter xml) {
    xml.open("clock").attribute("port", port).attribute("frequency", frequency).close();
  }
}
