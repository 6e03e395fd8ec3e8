-- A package, records and arrays of them, a hierarchy with generics, generate, integers with ranges.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.records_types.all;

entity records is
  port (
    clk : in  std_logic;
    v   : in  std_logic;
    d   : in  std_logic_vector(15 downto 0);
    n   : in  unsigned(3 downto 0);
    y   : out std_logic_vector(15 downto 0);
    z   : out std_logic;
    c   : out unsigned(6 downto 0)
  );
end entity;

architecture rtl of records is
  signal stage : beats_t(0 to 3);
begin
  stage(0) <= (valid => v, data => d);
  chain : for i in 0 to 2 generate
    odd : if i mod 2 = 1 generate
      s : entity work.records_stage generic map (ROUNDS => i + 1) port map (clk, stage(i), stage(i + 1), n);
    end generate;
    even : if i mod 2 = 0 generate
      s : entity work.records_stage generic map (ROUNDS => 2, LABELLED => "even")
        port map (clk, stage(i), stage(i + 1), n);
    end generate;
  end generate;
  y <= stage(3).data;
  z <= stage(3).valid;

  process (clk)
    variable count : integer range 0 to 99 := 7;
  begin
    if rising_edge(clk) then
      if count = 99 then
        count := 0;
      elsif v = '1' then
        count := count + 1;
      end if;
      c <= to_unsigned(count, 7);
    end if;
  end process;
end architecture;
