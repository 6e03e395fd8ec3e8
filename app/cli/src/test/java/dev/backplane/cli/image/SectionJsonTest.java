package dev.backplane.cli.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.cli.JsonSchema;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.JsonTree;
import dev.backplane.xclbin.AiePartition;
import dev.backplane.xclbin.AieResources;
import dev.backplane.xclbin.Bmc;
import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.ClockFreqTopology;
import dev.backplane.xclbin.Connectivity;
import dev.backplane.xclbin.DebugIpLayout;
import dev.backplane.xclbin.Ip;
import dev.backplane.xclbin.IpLayout;
import dev.backplane.xclbin.Mcs;
import dev.backplane.xclbin.MemTopology;
import dev.backplane.xclbin.MemoryBank;
import dev.backplane.xclbin.Section;
import dev.backplane.xclbin.SoftKernel;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Tables as JSON: nothing is lost on the way there and back, and nothing is dropped unread. */
class SectionJsonTest {
  private static final JsonMapper JSON = new JsonMapper();

  static Stream<Section> tables() {
    return Stream.of(
        new MemTopology(List.of(new MemoryBank(1, true, 5, 6, "a"))).toSection(),
        new MemTopology(List.of(new MemoryBank(200, false, 5, 6, "a"))).toGroupSection(),
        new Connectivity(List.of(new Connectivity.Connection(-1, 2, 3))).toSection(),
        new Connectivity(List.of(new Connectivity.Connection(1, 2, 3))).toGroupSection(),
        new IpLayout(List.of(new Ip(1, 0x105, 6, "a"))).toSection(),
        new IpLayout(List.of(new Ip(4, 0x20003, 6, "a"))).toSection(),
        new IpLayout(List.of(new Ip(7, 0x1230011, 6, "a"))).toSection(),
        new DebugIpLayout(List.of(new DebugIpLayout.DebugIp(3, 300, 3, 4, 5, -6, "m"))).toSection(),
        new ClockFreqTopology(List.of(new ClockFreqTopology.Clock(300, 1, "c"))).toSection(),
        new Mcs(List.of(new Mcs.Chunk(1, Bytes.of((byte) 1)))).toSection(),
        new Bmc("i", "d", "v", "m", Bytes.of((byte) 1)).toSection(),
        new SoftKernel("n", "v", "m", "s", -1, Bytes.of((byte) 3)).toSection(),
        new AieResources("n", "v", "0", "4", Bytes.of((byte) 3)).toSection(),
        partition().toSection());
  }

  private static AiePartition partition() {
    return new AiePartition(
        "QoS",
        -1,
        -2,
        -3,
        "abc",
        4,
        List.of(0, 4),
        List.of(
            new AiePartition.DeviceImage(
                new UUID(1, 2),
                Bytes.of((byte) 9),
                List.of(
                    new AiePartition.ConfigurationGroup(
                        "DPU", 1, 1, List.of(0x101L, -1L), List.of(0xC1L)),
                    new AiePartition.ConfigurationGroup("x", 0, -1, List.of(), List.of())))));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void aTableIsReadBackAsItWasWritten(Section table) throws Exception {
    assertThat(read(table, written(table))).isEqualTo(table);
  }

  @ParameterizedTest
  @MethodSource("tables")
  void aTableFollowsThePublishedSchema(Section table) throws Exception {
    JsonSchema.of("image-dump").describes(written(table));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void aKeyThatNobodyReadsIsRefusedWhereverItIs(Section table) throws Exception {
    int objects = objects(JSON.readTree(written(table))).size();
    for (int i = 0; i < objects; i++) {
      JsonNode tree = JSON.readTree(written(table));
      objects(tree).get(i).put("m_kernel_idx", "1");

      assertThatThrownBy(() -> read(table, tree.toString()))
          .as("object %d of %s", i, tree)
          .hasMessageContaining("m_kernel_idx");
    }
  }

  /** Every type of block with every bit, also those that have no name. */
  @Test
  void noBitOfABlockIsLost() throws Exception {
    Random random = new Random(29);
    List<Ip> ips = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      int bits = random.nextInt() & (random.nextBoolean() ? -1 : 0xffff);
      ips.add(new Ip(random.nextInt(10), bits, random.nextInt(5) - 1, "ip" + i));
    }
    Section table = new IpLayout(ips).toSection();

    assertThat(read(table, written(table))).isEqualTo(table);
  }

  /** As XRT's own tool writes them: each text is a row, the numbers are type and bits. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "1|0x103|{\"m_type\":\"IP_KERNEL\",\"m_int_enable\":\"1\",\"m_interrupt_id\":\"1\",\"m_ip_control\":\"AP_CTRL_CHAIN\",\"m_base_address\":\"0x10000\",\"m_name\":\"k:k_1\"}",
        "1|0x0|{\"m_type\":\"IP_KERNEL\",\"m_int_enable\":\"0\",\"m_interrupt_id\":\"0\",\"m_ip_control\":\"AP_CTRL_HS\",\"m_base_address\":\"not_used\",\"m_name\":\"k:k_1\"}",
        "5|0x70003|{\"m_type\":\"IP_MEM_HBM\",\"m_index\":\"3\",\"m_pc_index\":\"7\",\"m_base_address\":\"0x0\",\"m_name\":\"hbm\"}",
        "3|0x0|{\"m_type\":\"IP_DDR4_CONTROLLER\",\"properties\":\"0x0\",\"m_base_address\":\"0x0\",\"m_name\":\"ddr\"}",
        "7|0x1010001|{\"m_type\":\"IP_PS_KERNEL\",\"m_subtype\":\"DPU\",\"m_functional\":\"DPU\",\"m_kernel_id\":\"0x101\",\"m_base_address\":\"not_used\",\"m_name\":\"DPU:dpu\"}",
        "7|0x0|{\"m_type\":\"IP_PS_KERNEL\",\"properties\":\"0x0\",\"m_base_address\":\"not_used\",\"m_name\":\"ps:ps_0\"}",
      })
  void rowsOfBlocksAreThoseOfXrtsTool(int type, String bits, String row) throws Exception {
    String json = "{\"ip_layout\":{\"m_count\":\"1\",\"m_ip_data\":[" + row + "]}}";
    Section empty = new IpLayout(List.of()).toSection();
    Section table = read(empty, json);
    Ip ip = IpLayout.decode(table).ips().getFirst();

    assertThat(ip.typeNumber()).isEqualTo(type);
    assertThat(ip.properties()).isEqualTo(Integer.decode(bits));
    assertThat(JSON.readTree(written(table))).isEqualTo(JSON.readTree(json));
  }

  @Test
  void debugBlocksHaveTheNamesOfTheirTypes() throws Exception {
    String json =
        """
        {"debug_ip_layout":{"m_count":"1","m_debug_ip_data":[{"m_type":"AXI_MM_MONITOR","m_index":"0",
        "m_properties":"3","m_major":"1","m_minor":"1","m_base_address":"0x1840000","m_name":"k/m_axi"}]}}
        """;
    Section table = read(new DebugIpLayout(List.of()).toSection(), json);

    assertThat(DebugIpLayout.decode(table).ips().getFirst().typeNumber()).isEqualTo(3);
    assertThat(JSON.readTree(written(table))).isEqualTo(JSON.readTree(json));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"m_count\":\"2\",\"m_mem_data\":[]}|m_count is 2, and there are 0 rows",
        "{\"m_count\":\"1\",\"m_mem_data\":[{\"m_type\":\"MEM_DDR4\",\"m_used\":\"1\",\"m_size\":\"1\",\"m_sizeKB\":\"1\",\"m_base_address\":\"0\",\"m_tag\":\"a\"}]}|leave"
            + " one out",
        "{\"m_count\":\"1\",\"m_mem_data\":[{\"m_type\":\"MEM_DDR4\",\"m_used\":\"1\",\"m_size\":\"1000\",\"m_base_address\":\"0\",\"m_tag\":\"a\"}]}|no"
            + " multiple of 1024",
      })
  void aTableThatDisagreesWithItselfIsRefused(String table, String said) {
    Section memory = new MemTopology(List.of()).toSection();
    assertThatThrownBy(() -> read(memory, "{\"mem_topology\":" + table + "}"))
        .hasMessageContaining(said);
  }

  @Test
  void emptyTablesUnknownTypesAndSizesInBytesAreReadAsXrtsToolWritesThem() {
    Section memory = new MemTopology(List.of()).toSection();
    assertThat(read(memory, "{\"mem_topology\":{\"m_count\":\"0\",\"m_mem_data\":\"\"}}"))
        .isEqualTo(memory);
    Section one =
        read(
            memory,
            """
            {"schema_version":{"major":"1"},"mem_topology":{"m_count":"1","m_mem_data":[{"m_type":"UNKNOWN (99)",
            "m_used":"1","m_size":"0x2000","m_tag":"a","m_base_address":"0x0"}]}}
            """);
    assertThat(MemTopology.decode(one).banks())
        .containsExactly(new MemoryBank(99, true, 8, 0, "a"));
  }

  private static List<ObjectNode> objects(JsonNode tree) {
    List<ObjectNode> found = new ArrayList<>();
    if (tree instanceof ObjectNode object) {
      found.add(object);
    }
    if (tree instanceof ObjectNode || tree instanceof ArrayNode) {
      tree.forEach(each -> found.addAll(objects(each)));
    }
    return found;
  }

  private static String written(Section table) {
    StringWriter text = new StringWriter();
    Json.print(new PrintWriter(text, true), SectionJson.of(table).orElseThrow());
    return text.toString();
  }

  private static Section read(Section like, String json) {
    return SectionJson.read(
        like.kind().orElseThrow(), JsonTree.read("t.json", json.getBytes(StandardCharsets.UTF_8)));
  }
}
