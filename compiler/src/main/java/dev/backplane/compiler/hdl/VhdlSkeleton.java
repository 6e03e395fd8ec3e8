package dev.backplane.compiler.hdl;

import java.util.Locale;
import java.util.stream.Collectors;

/** The skeleton around a network in VHDL. */
final class VhdlSkeleton {
  private VhdlSkeleton() {}

  static String text(Skeleton skeleton) {
    Network network = skeleton.network();
    String generics =
        skeleton.parameters().entrySet().stream()
            .map(each -> ",\n      " + each.getKey() + " => " + each.getValue())
            .collect(Collectors.joining());
    return String.format(
        Locale.ROOT,
        """
        -- The network %1$s behind bytes.
        library ieee;
        use ieee.std_logic_1164.all;

        entity %1$s is
          port (
            clock : in std_logic;
            reset : in std_logic;
            rd : in std_logic;
            wr : in std_logic;
            data_in : in std_logic_vector(7 downto 0);
            data_out : out std_logic_vector(7 downto 0);
            address_in : in std_logic_vector(15 downto 0);
            busy : out std_logic;
            wake_up : out std_logic
          );
        end entity;

        architecture rtl of %1$s is
          signal feed_valid : std_logic;
          signal feed_ready : std_logic;
          signal feed_data : std_logic_vector(%2$d downto 0);
          signal result_valid : std_logic;
          signal result_ready : std_logic;
          signal result_data : std_logic_vector(%3$d downto 0);
        %4$sbegin
          skeleton : entity work.backplane_skeleton
            generic map (
              ID => x"%5$s"%6$s
            )
            port map (
              clock => clock,
              reset => reset,
              rd => rd,
              wr => wr,
              data_in => data_in,
              data_out => data_out,
              address_in => address_in,
              busy => busy,
              wake_up => wake_up,
              network_reset => %7$s,
              feed_valid => feed_valid,
              feed_ready => feed_ready,
              feed_data => feed_data,
              result_valid => result_valid,
              result_ready => result_ready,
              result_data => result_data
            );

          network : entity work.%8$s
            port map (
        %9$s      in_valid => feed_valid,
              in_ready => feed_ready,
              in_data => feed_data,
              out_valid => result_valid,
              out_ready => result_ready,
              out_data => result_data
            );
        end architecture;
        """,
        network.name(),
        network.input().format().width() - 1,
        network.output().format().width() - 1,
        network.clocked() ? "  signal network_reset : std_logic;\n" : "",
        skeleton.idDigits(),
        generics,
        network.clocked() ? "network_reset" : "open",
        network.unit(),
        network.clocked() ? "      clk => clock,\n      rst => network_reset,\n" : "");
  }
}
