package dev.backplane.cli.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.BusAddress;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.cli.report.Report;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Everything known of a device, for programs.
 *
 * @param opened what it tells when it is opened; nothing while another holder has it
 */
record DeviceDescription(
    String id,
    String name,
    DeviceType type,
    String object,
    String host,
    String plugin,
    @Nullable String vendor,
    @Nullable UUID guid,
    @Nullable BusAddress bus,
    @Nullable String parent,
    List<String> kernels,
    boolean takesImages,
    Map<String, String> details,
    Optional<Opened> opened)
    implements Report {
  record Opened(
      List<String> facets,
      List<BankRow> banks,
      @Nullable String health,
      Map<String, String> management)
      implements Report {}

  record BankRow(int index, String name, long address, long bytes) implements Report {}

  static DeviceDescription of(Token token) {
    DeviceProperties properties = token.properties();
    return new DeviceDescription(
        token.id(),
        properties.name(),
        properties.deviceType(),
        Report.word(properties.objectType()),
        properties.host(),
        token.plugin(),
        properties.vendor().orElse(null),
        properties.guid().orElse(null),
        properties.busAddress().orElse(null),
        properties.parent().orElse(null),
        properties.kernels(),
        properties.takesImages(),
        properties.details(),
        opened(token));
  }

  private static Optional<Opened> opened(Token token) {
    try (Device device = token.open(OpenMode.SHARED)) {
      Optional<Management> management = BoardOptions.facet(device, Management.class);
      return Optional.of(
          new Opened(
              device.facets().stream().<String>map(Class::getSimpleName).toList(),
              BoardOptions.facet(device, Memory.class).map(Memory::banks).orElse(List.of()).stream()
                  .map(DeviceDescription::bank)
                  .toList(),
              management.map(each -> Report.word(each.health())).orElse(null),
              management.map(Management::report).orElse(Map.of())));
    } catch (BackplaneException e) {
      if (e.code() != ErrorCode.BUSY) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static BankRow bank(Bank bank) {
    return new BankRow(bank.index(), bank.name(), bank.address(), bank.size());
  }
}
