-- Two architectures of one entity, chosen by name and by configuration specifications.
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
entity leaf is generic (W : integer := 4); port (x : in std_logic_vector(3 downto 0); y : out std_logic_vector(W-1 downto 0)); end;
architecture a1 of leaf is begin y <= std_logic_vector(resize(unsigned(x), W)); end;
architecture a2 of leaf is begin y <= not std_logic_vector(resize(unsigned(x), W)); end;
library ieee; use ieee.std_logic_1164.all;
entity alternatives is port (a, b : in std_logic_vector(3 downto 0); q : out std_logic_vector(19 downto 0); r : out std_logic_vector(7 downto 0)); end;
architecture rtl of alternatives is 
 component leaf is generic (W : integer := 4); port (x : in std_logic_vector(3 downto 0); y : out std_logic_vector(W-1 downto 0)); end component;
 component other is port (i : in std_logic_vector(3 downto 0); o : out std_logic_vector(3 downto 0)); end component;
 for u3 : leaf use entity work.leaf(a1);
 for u1, u2 : leaf use entity WORK . leaf ( a1 );
 for all : other use entity work.leaf(a1) generic map (W => 4) port map (x => i, y => o);
begin 
u1 : leaf port map (a, q(3 downto 0));
u2 : leaf generic map (4) port map (a, q(7 downto 4));
u3 : leaf port map (b, q(11 downto 8));
u4 : leaf port map (b, q(15 downto 12));
u7 : other port map (b, q(19 downto 16));
u5 : leaf generic map (W => 6) port map (b, r(5 downto 0));
u6 : entity work.leaf(a1) generic map (W => 2) port map (b, r(7 downto 6));
end;
