-- SPDX-License-Identifier: Apache-2.0
--
-- Gives each element of a stream to two others, to each once, in the same clock or one after the
-- other.
library ieee;
use ieee.std_logic_1164.all;

entity backplane_fork is
  generic (
    WIDTH : positive := 8
  );
  port (
    clk        : in  std_logic;
    rst        : in  std_logic;
    in_valid   : in  std_logic;
    in_ready   : out std_logic;
    in_data    : in  std_logic_vector(WIDTH - 1 downto 0);
    out0_valid : out std_logic;
    out0_ready : in  std_logic;
    out0_data  : out std_logic_vector(WIDTH - 1 downto 0);
    out1_valid : out std_logic;
    out1_ready : in  std_logic;
    out1_data  : out std_logic_vector(WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_fork is
  -- The element was taken there in a clock before.
  signal taken0 : std_logic;
  signal taken1 : std_logic;
  signal done0  : std_logic;
  signal done1  : std_logic;
begin
  out0_valid <= in_valid and not taken0;
  out1_valid <= in_valid and not taken1;
  out0_data  <= in_data;
  out1_data  <= in_data;
  done0      <= taken0 or out0_ready;
  done1      <= taken1 or out1_ready;
  in_ready   <= done0 and done1;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        taken0 <= '0';
        taken1 <= '0';
      elsif in_valid = '1' then
        taken0 <= done0 and not done1;
        taken1 <= done1 and not done0;
      end if;
    end if;
  end process;
end architecture;
